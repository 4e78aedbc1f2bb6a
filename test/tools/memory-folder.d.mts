// The types of memory-folder.mjs.
export function runsPrograms(mounts: string, place: string): boolean;
export function memoryFolder(place?: string, least?: number): string;
export function inMemory<T>(then: (folder: string) => Promise<T>): Promise<T>;
