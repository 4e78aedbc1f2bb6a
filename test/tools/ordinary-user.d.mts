export const userName: string;
export function ensureOrdinaryUser(): Promise<{ readonly name: string; readonly uid: number; readonly gid: number }>;
