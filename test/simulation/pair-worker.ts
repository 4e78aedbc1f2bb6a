// A process of the campaign of two computers.
import { judgePair } from './pair-verdict.ts';
import { serve } from './serve.ts';

serve(judgePair);
