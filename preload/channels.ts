// The two channel names that are not a request's or an event's own name; shared by the bridge and main's door.

/** Paths of files that the user dropped or picked, as the preload found them. */
export const addPathsChannel = 'queue.addPaths';
