// The types of memory-folder.mjs.
export function runsPrograms(mounts: string, place: string): boolean;
export function memoryFolder(place?: string, least?: number): string;
export function availableBytes(table: string): number;
export function inMemory<T>(then: (folder: string) => Promise<T>, place?: string): Promise<T>;
export function markOwn(folder: string): void;
