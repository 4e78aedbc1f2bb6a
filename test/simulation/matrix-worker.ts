// A process of the campaign of the matrix.
import { judgeMatrix } from './matrix-verdict.ts';
import { serve } from './serve.ts';

serve(judgeMatrix);
