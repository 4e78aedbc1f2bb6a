// What the files of the list are called in the profile.

export const databaseName = 'clipferry.sqlite';
/** Copies made at quiet moments, the newer one first (keeper.ts). */
export const snapshotNames = ['clipferry.snapshot', 'clipferry.snapshot.before'] as const;
export const headName = 'clipferry.head';
export const rebuildingName = 'clipferry.rebuilding';
export const rebuiltName = 'clipferry.rebuilt';
export const workName = 'clipferry.salvage';
/** Written when damage was met while the app ran: the next start does not trust the database. */
export const distrustName = 'clipferry.damaged';
