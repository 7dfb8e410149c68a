import t from 'tap';
import { startWebKit } from '../support/engines/webkit.ts';
import { travel } from './journeys.ts';

t.test('WebKit', (t) => travel(t, startWebKit));
