import t from 'tap';
import { createPlayer, type PlayerState } from '../../islands/reading/read-aloud/player.ts';
import { mostAtOnce, partsOf, sentencesOf } from '../../islands/reading/read-aloud/sentences.ts';
import { voicesOf } from '../../islands/reading/read-aloud/voices.ts';

const wordsOf = (language: string, ...texts: string[]) =>
  sentencesOf({ language, pieces: texts.map((text, at) => ({ text, source: `node ${at}` })) });

t.test('RDN-04 text is said sentence by sentence, each known by where it stands', async (t) => {
  const found = wordsOf('en', '  He sat\u00ad down. “', 'Why?”', ' she asked.');
  t.same(
    found.map(({ words }) => words),
    ['He sat down.', '“Why?” she asked.'],
    'hyphens within words and what is no word are not said',
  );
  t.same(found[0]?.from, { source: 'node 0', offset: 2 });
  t.same(found[0]?.to, { source: 'node 0', offset: 15 });
  t.same(found[1]?.from, { source: 'node 0', offset: 16 }, 'a sentence goes through what is emphasised');
  t.equal(found[1]?.to?.source, 'node 2');
  t.same(
    wordsOf('ja', '吾輩は猫である。名前はまだ無い。').map(({ words }) => words),
    ['吾輩は猫である。', '名前はまだ無い。'],
  );
  t.same(wordsOf('en', ' — * * * '), []);
  const [alt] = sentencesOf({ language: 'en', pieces: [{ text: ' A wave ', source: null }] });
  t.same(alt, { words: 'A wave', language: 'en', from: null, to: null });
  t.equal(wordsOf('no such-language!', 'One. Two.').length, 2, 'a language that is none breaks nothing');
});

t.test('RDN-04 a long sentence is parted where one would draw breath', async (t) => {
  const most = mostAtOnce('He had', 1);
  t.equal(mostAtOnce('He had', 2), most, 'a fast voice falls silent no later');
  t.ok(mostAtOnce('He had', 0.5) < most);
  t.ok(mostAtOnce('吾輩', 1) < most);
  const parts = partsOf('He had walked up from the station, with a stone in his shoe, which was old.', 60);
  t.same(parts, ['He had walked up from the station, with a stone in his shoe,', 'which was old.']);
  const words = 'word '.repeat(200).trim();
  t.equal(partsOf(words, 60).join(' '), words, 'nothing is lost');
  t.ok(partsOf(words, 60).every(({ length }) => length <= 60));
  const signs = '𠮷'.repeat(50);
  t.equal(partsOf(signs, 31).join(''), signs);
  t.ok(
    partsOf(signs, 31).every((part) => part.isWellFormed()),
    'no sign is cut in two',
  );
});

t.test('RDN-04 voices are those of the language, the nearest first', async (t) => {
  const voice = (name: string, lang: string, more = {}) => ({
    name,
    lang,
    voiceURI: name,
    localService: true,
    default: false,
    ...more,
  });
  const all = [
    voice('Amélie', 'en-GB'),
    voice('Far', 'en-US', { localService: false }),
    voice('Anna', 'de_AT', { default: true }),
    voice('Own', 'en-US'),
  ];
  const names = (language: string) => voicesOf(all, language).map(({ name }) => name);
  t.same(names('en-US'), ['Own', 'Far', 'Amélie']);
  t.same(names('en'), ['Amélie', 'Own', 'Far']);
  t.same(names('de'), ['Anna'], 'as Android writes it, too');
  t.same(names('fr'), []);
});

/** Fake speech: the test ends each utterance. */
function openPlayer(texts: string[]) {
  const said: SpeechSynthesisUtterance[] = [];
  const states: PlayerState[] = [];
  const moves: number[] = [];
  const failed: string[] = [];
  const speech = {
    speaking: false,
    pending: false,
    speak(utterance: SpeechSynthesisUtterance) {
      said.push(utterance);
      this.speaking = true;
    },
    cancel() {
      this.speaking = false;
      said.at(-1)?.onerror?.({ error: 'canceled' } as SpeechSynthesisErrorEvent);
    },
  };
  const player = createPlayer({
    speech,
    sentences: texts.map((words) => ({ words, language: 'en' })),
    utter: (text) => ({ text, rate: 1 }) as SpeechSynthesisUtterance,
    onMove: (at) => moves.push(at),
    onState: (state) => states.push(state),
    onFailed: (code) => failed.push(code),
  });
  const end = () => said.at(-1)?.onend?.({} as SpeechSynthesisEvent);
  const texted = () => said.map(({ text }) => text);
  return { player, said, speech, states, moves, failed, end, texted };
}

t.test('RDN-04 one sentence follows the other, to the end', async (t) => {
  const { player, states, moves, end, texted } = openPlayer(['One.', 'Two.']);
  player.play();
  end();
  end();
  t.same(texted(), ['One.', 'Two.']);
  t.same(moves, [0, 1]);
  t.same(states, ['playing', 'ended']);
  player.play();
  t.equal(texted().at(-1), 'One.', 'from the beginning again');
  player.end();
});

t.test('RDN-04 a pause keeps its sentence, and what was stopped says no more', async (t) => {
  const { player, said, states, failed, texted } = openPlayer(['One.', 'Two.', 'Three.']);
  player.play(1);
  const stopped = said.at(-1);
  player.pause();
  stopped?.onend?.({} as SpeechSynthesisEvent);
  t.equal(player.at, 1);
  player.step(1);
  t.same([player.at, player.state, texted().length], [2, 'paused', 1], 'what is paused moves in silence');
  player.step(-1);
  player.play();
  t.same(texted(), ['Two.', 'Two.']);
  player.renew();
  t.equal(texted().length, 3, 'another voice begins the sentence anew');
  t.same(states, ['playing', 'paused', 'playing']);
  t.same(failed, [], 'being stopped is no failure');
  player.end();
});

t.test('RDN-04 a voice that fails pauses where it is', async (t) => {
  const { player, said, states, failed } = openPlayer(['One.', 'Two.']);
  player.play();
  said.at(-1)?.onerror?.({ error: 'not-allowed' } as SpeechSynthesisErrorEvent);
  t.same(states, ['playing', 'paused']);
  t.same(failed, ['not-allowed']);
  t.equal(player.at, 0);
  player.end();
});

t.test('RDN-04 a long sentence is one sentence, said in parts', async (t) => {
  const { player, moves, end, texted } = openPlayer([`${'word '.repeat(60)}end.`, 'Two.']);
  player.play();
  while (texted().at(-1) !== 'Two.') end();
  t.ok(texted().length > 2);
  t.same(moves, [0, 1]);
  player.end();
});

t.test('RDN-04 a voice that loses its end goes on, and one that never began says so', async (t) => {
  const { player, said, speech, failed, texted } = openPlayer(['One.', 'Two.']);
  const clock = t.capture(globalThis, 'setInterval', () => 1 as never);
  player.play();
  const look = clock.args().at(-1)?.[0] as () => void;
  look();
  look();
  t.same(texted(), ['One.'], 'it is still speaking');
  said.at(-1)?.onstart?.({} as SpeechSynthesisEvent);
  speech.speaking = false;
  look();
  look();
  t.same(texted(), ['One.', 'Two.']);
  speech.speaking = false;
  look();
  look();
  t.same(failed, ['silent']);
  player.end();
});
