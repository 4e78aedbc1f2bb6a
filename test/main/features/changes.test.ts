// What rooms tell each other: at once, in order, to nobody who has ended it.
import { expect, it } from 'vitest';
import { createSignals, react } from '../../../main/features/changes.ts';

interface Told {
  readonly clip: string;
  readonly list: null;
}

it('is heard at once by each listener, in the order in which they came', () => {
  const signals = createSignals<Told>();
  const heard: string[] = [];
  signals.on('clip', (name) => heard.push(`one ${name}`));
  const end = signals.on('clip', (name) => heard.push(`two ${name}`));
  signals.on('list', () => heard.push('list'));
  signals.tell('clip', 'a');
  expect(heard).toEqual(['one a', 'two a']);
  end();
  signals.tell('clip', 'b');
  signals.tell('list', null);
  expect(heard).toEqual(['one a', 'two a', 'one b', 'list']);
});

it('is followed by its reactions in their order, also where one of them tells something else', () => {
  const signals = createSignals<Told>();
  const heard: string[] = [];
  react(signals, {
    clip: [() => signals.tell('list', null), (name) => heard.push(name)],
    list: [() => heard.push('list')],
  });
  signals.tell('clip', 'a');
  expect(heard).toEqual(['list', 'a']);
});

it('says nothing to anybody before somebody listens', () => {
  expect(() => createSignals<Told>().tell('clip', 'a')).not.toThrow();
});
