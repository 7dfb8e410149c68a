import type { DrawnStory } from '../types.ts';

export const nachtfaehre: DrawnStory = {
  slug: 'nachtfaehre',
  creator: 'hana',
  title: 'Die Nachtfähre',
  description:
    'Um 23:40 legt in Travemünde eine Fähre ab, die in keinem Fahrplan steht. Ole heuert als Schiffsjunge an und lernt, wen man übersetzt und wen man besser wieder heimschickt.',
  publicationType: 'comics',
  format: 'page_rtl',
  rating: 'teen13',
  genre: 'supernatural',
  language: 'de',
  tags: ['Manga', 'Ostsee', 'Geister', 'Fähre', 'Abschied'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 3381, views: 40613, likes: 1479 },
  palette: {
    ink: '#101426',
    paper: '#f4f1e6',
    a: '#f4b942',
    b: '#4f7fa3',
    c: '#27546b',
    tone: '#c8d3de',
    deep: '#16213f',
  },
  sheet: '#f4f1e6',
  caption: '#f7d791',
  cast: {
    o: {
      skin: '#f2cfae',
      hair: 'spikes',
      hairColor: '#d8a84a',
      garment: 'shirt',
      top: '#4f7fa3',
      extras: ['scarf'],
    },
    k: {
      skin: '#d9b08c',
      hair: 'tail',
      hairColor: '#101426',
      hat: 'sailor',
      hatColor: '#f4f1e6',
      garment: 'coat',
      top: '#16213f',
      extras: ['patch'],
    },
    g: { skin: '#dbe6ee', hair: 'long', hairColor: '#c8d3de', garment: 'dress', top: '#c8d3de' },
    h: {
      kind: 'cat',
      skin: '#3a4560',
      hairColor: '#c8d3de',
      hat: 'sailor',
      hatColor: '#f4b942',
      garment: 'coat',
      top: '#27546b',
      build: 'child',
    },
    v: {
      skin: '#dbe6ee',
      hair: 'bald',
      garment: 'suit',
      top: '#8fa5b5',
      extras: ['beard'],
      hairColor: '#f4f1e6',
      build: 'wide',
    },
  },
  pace: { latestDaysAgo: 23, everyDays: 28, time: '21:00', continues: true },
  scripts: [
    {
      title: '23:40',
      script: `harbor.night wide o | > Travemünde, 23:40. Laut Plan fährt hier nichts mehr.
tone prop:clock | # TOCK
harbor.night mid o,k | o: Ist das die Fähre nach Schweden? | k: Nein. Hast du Angst vor Wasser?
harbor.night close o+smirk | o: Nur vor Hausaufgaben.

deck.night wide h,o | h: Neuer? | o: Die Katze… | h: Spricht. Der Neue auch. Leider.
deck.night close o+shock | o! Die Katze spricht!
tone prop:bell | # DONG DONG

deck.night mid k,o | k: Regel eins: Wir fragen nicht, wohin. Regel zwei: Wir fragen, wozu.
deck.night silhouette g | > An der Reling steht jemand, durch den man die Lichter sieht.
deck.night close o+shock | o~ Regel drei?

deck.night close k+smirk | k: Keine Regel drei. Das schafft sowieso niemand.
sea.night wide o,g | g: Entschuldigung. Wie lange noch bis Sommer?

sea.night low g | > So begann meine erste Nacht auf See.`,
    },
    {
      title: 'Wozu?',
      script: `deck.night mid g,o | o: Wozu wollen Sie hinüber? | g: Ich habe jemandem ein Eis versprochen.
deck.night close g+sad | g: Vor dreißig Jahren.
split prop:ticket | > Auf ihrer Karte steht: einfache Fahrt.

sea.night.rain wide o,h | h: Die fragt jede Nacht. Wir fahren sie jede Nacht zurück. | o: Warum? | h: Weil es drüben keinen Sommer gibt.
deck.night close o | o~ Ein Eis.
deck.night mid h,o@point | o: Haben wir Vanille an Bord? | h: Wir haben Hering.

underwater.bubbles eyes o
burst prop:fish | # PLATSCH
deck.night mid k,o | k: Du bist über Bord gesprungen. Für was? | o: Der Kiosk am Strand hat bis zwölf.
deck.night close k+shock | k: Du bist GESCHWOMMEN?

sea.night wide k,h | h: Wir müssten längst abgelegt haben. | k: Wir haben einen Motorschaden. | h: Seit wann?
deck.night close k+smirk | k: Seit jetzt.
tone prop:watch | # TICK
deck.night mid h,o@reach | h: Beeil dich, es tropft! | o: Das bin ich!

deck.night wide g,o | o: Vanille. Ein bisschen salzig.
deck.night close g+smile | g: Genau so hat es damals geschmeckt.
sea.night silhouette g | > Sie war vor dem Anlegen fort. Die Waffel lag noch da.`,
    },
    {
      title: 'Herr Vogt vergisst',
      script: `deck.night wide v,o | v: Guten Abend. Ich fahre zum ersten Mal. | o: Guten Abend. | v: Guten Abend. Ich fahre zum ersten Mal.
deck.night close h | h: Vierhundertzwölfte Nacht.
tone prop:watch | > Seine Uhr steht auf Viertel nach vier.

corridor.night mid o,v | o: Wozu fahren Sie? | v: Das fällt mir gleich ein.
corridor.night close v+sad | v: Es lag mir auf der Zunge. Es war ein Name.
split prop:letter | > In seiner Jacke steckt ein Brief. Ungeöffnet.

deck.night mid o,k | o: Regel drei: Wir lesen vor. | k: Die gibt es nicht. | o: Jetzt schon.
deck.night close o | o: „Lieber Papa.“
deck.night close v+shock | v: Karin.
deck.night eyes v

deck.night mid v,o | v: Ist er denn an mich? | o: Ihr Name steht drauf. | v: Wie heiße ich denn?
deck.night close o+smile | o: Papa.
split prop:letter | > Das Papier war weich vom vielen Nichtlesen.
deck.night back v | > Zum ersten Mal seit vierhundert Nächten stand er nicht an der Reling.

sea.night wide v,o | o: „Ich bin nicht mehr böse.“
sea.night close v+closed | v: Karin. So hieß sie. So hieß sie immer.
tone prop:watch | # TICK TICK TICK
deck.night silhouette k,h | h: Jetzt haben wir drei Regeln. | k: Schreib sie auf.`,
    },
    {
      title: 'Der blinde Passagier',
      script: `deck.night.rain wide k,h | k: Zähl durch. | h: Sechs Gäste, ein Kapitän, ein Kater, ein Junge.
deck.night.rain close k | k: Und sieben Schatten.
dark prop:lantern | # PSST

tunnel.night mid o | o: Hallo? Hier ist nur die Besatzung.
dark eyes g+shock
burst close o+shock | o! Mama?

tunnel.night over o,g | g: Ole. Du solltest schlafen. | o: Du auch.
tunnel.night close g+sad | g: Ich wollte nur sehen, ob du eine Mütze trägst.
deck.night.rain back k | k~ Darum also hat er keine Angst vor Wasser.

deck.night wide k,o | k: Wir fragen nicht, wohin. | o: Ich weiß. Wozu?
deck.night close o+sad | o: Damit sie einmal mitfährt und nicht allein.
deck.night mid k,h | k: Kurs? | h: Langsam. Ganz langsam.

sea.night silhouette g,o | > Es war die längste Überfahrt, die je in keinem Fahrplan stand.`,
    },
  ],
};
