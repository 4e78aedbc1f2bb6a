// Development entry: puts a fake bridge in place by `?scenario=`, then starts the real renderer. With `?marked` every text of the
// catalogue stands in ⟦ ⟧, and `told` holds every string that the bridge has told the page: what is neither comes from nowhere.
import type { Bridge, RequestInput, RequestName } from '../../../preload/contract.ts';
import { markText } from '../../../preload/text/text.ts';
import { scenarios, tick } from './scenarios.ts';

const query = new URLSearchParams(location.search);
const name = query.get('scenario') ?? 'busy';
const make = Object.entries(scenarios).find(([key]) => key === name)?.[1];
if (make === undefined) throw new Error(`No scenario “${name}”. There are: ${Object.keys(scenarios).join(', ')}`);
const bridge = make();
const told = new Set<string>();

function hear(value: unknown): void {
  if (typeof value === 'string') told.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) hear(part);
}

if (query.get('marked') === null) Object.assign(window, { clipferry: bridge });
else {
  markText((text) => `⟦${text}⟧`);
  const heard: Pick<Bridge, 'on'> & { readonly request: unknown } = {
    request: async <N extends RequestName>(asked: N, ...input: RequestInput<N>) => {
      const answer = await bridge.request(asked, ...input);
      hear(answer);
      return answer;
    },
    on: (event, listener) =>
      bridge.on(event, (payload) => {
        hear(payload);
        listener(payload);
      }),
  };
  Object.assign(window, { clipferry: { ...bridge, ...heard }, told, scenarioNames: Object.keys(scenarios) });
}
if (query.get('still') === null) setInterval(() => tick(bridge), 100);
await import('../../../renderer/main.tsx');
