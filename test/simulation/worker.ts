// A process of the campaign of one computer.
import { serve } from './serve.ts';
import { judge } from './verdict.ts';

serve(judge);
