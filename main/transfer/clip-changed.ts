/** Thrown by the body when the clip on disk is not the one that was queued, or changed while it was read (F-25). */
export class ClipChanged extends Error {}
