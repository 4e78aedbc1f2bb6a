// Leaves out what no user meets: the words of the log. Everything else is mutated.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const isLogger = (node) =>
  (node.type === 'Identifier' && node.name === 'logger') ||
  (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'logger');

/** Stryker hands over paths of Babel. */
const shouldIgnore = ({ node: found }) => {
  const node = found.type === 'ExpressionStatement' ? found.expression : found;
  const isCall = node.type === 'CallExpression' && node.callee.type === 'MemberExpression';
  return isCall && isLogger(node.callee.object) ? 'what the log says' : undefined;
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'log', { shouldIgnore })];
