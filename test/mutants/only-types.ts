// Whether a file has anything that can be changed: what the compiler alone reads has no mutants, and no test runs it.
import { parseSync } from 'vite';

/** `source` = the TypeScript of a file; true where nothing in it runs and it loads no other file. */
export function isOnlyTypes(source: string): boolean {
  const { program, errors } = parseSync('file.ts', source);
  if (errors.length > 0) return false;
  return program.body.every((statement) => {
    switch (statement.type) {
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        return true;
      case 'ImportDeclaration':
        return statement.importKind === 'type';
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        return statement.exportKind === 'type';
      default:
        return false;
    }
  });
}
