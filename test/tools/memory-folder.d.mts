// The types of memory-folder.mjs.
export function memoryFolder(place?: string, least?: number): string;
