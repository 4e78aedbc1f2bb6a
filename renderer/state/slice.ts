// What a slice of the state is made with: the store, of which it sees no more than its own part.

export interface SliceStore<State> {
  getState(): State;
  setState(change: Partial<State>): void;
}
