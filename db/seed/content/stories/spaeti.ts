import type { DrawnStory } from '../types.ts';

export const spaeti: DrawnStory = {
  slug: 'spaeti',
  creator: 'cem',
  title:
    'Späti: Geschichten von der Ecke, an der niemand schläft und alle um drei Uhr noch etwas Kleines wollen',
  description:
    'Neukölln, drei Uhr nachts, ein einziges helles Fenster. Wer hereinkommt, will nur eine Kleinigkeit und lässt eine Geschichte da.',
  publicationType: 'indie',
  format: 'page_ltr',
  rating: 'teen13',
  genre: 'slice_of_life',
  language: 'de',
  tags: ['Berlin', 'Nacht', 'Kiez', 'Alltag', 'Pfand'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 902, views: 12707, likes: 575 },
  palette: {
    ink: '#14081f',
    paper: '#fff1e0',
    a: '#ff2e88',
    b: '#2ec4c6',
    c: '#ffb02e',
    tone: '#d5c3ea',
    deep: '#2b1750',
  },
  sheet: '#1c0f33',
  caption: '#ffcf7d',
  cast: {
    c: {
      skin: '#d9a57c',
      hair: 'short',
      hairColor: '#1b1512',
      hat: 'cap',
      hatColor: '#ff2e88',
      garment: 'hoodie',
      top: '#2b1750',
      extras: ['beard'],
    },
    o: {
      skin: '#f0cdb0',
      hair: 'bun',
      hairColor: '#d5c3ea',
      garment: 'coat',
      top: '#2ec4c6',
      extras: ['glasses'],
    },
    k: { skin: '#8a5a3c', hair: 'curls', hairColor: '#1b1512', garment: 'shirt', top: '#ffb02e' },
    j: {
      skin: '#f0cdb0',
      hair: 'side',
      hairColor: '#ff2e88',
      garment: 'dress',
      top: '#4b2a80',
      extras: ['earring'],
    },
    p: {
      skin: '#f0cdb0',
      hair: 'bald',
      hat: 'beanie',
      hatColor: '#2ec4c6',
      garment: 'coat',
      top: '#5b4a72',
      build: 'wide',
      extras: ['moustache'],
      hairColor: '#4a3a2a',
    },
  },
  pace: { latestDaysAgo: 3, everyDays: 14, time: '19:00', pause: { after: 3, days: 112 } },
  scripts: [
    {
      title: 'Nur kurz Milch',
      script: `shopfront.night wide o | > Drei Uhr sieben. Frau Okonski braucht Milch.
shop.night mid c,o | c: Die mit drei fünf? | o: Die, über die man reden kann.
shop.night close o+sad | o: Mein Mann hat immer die Milch geholt.

tone prop:bottle | > Sie hat noch elf Tüten zu Hause.
shop.night mid o,c | o: Er sagte: nur kurz Milch. Und war zwei Stunden weg. | c: Ich weiß. Er saß da drüben.
shop.night close o+shock | o: Wo?

shop.night wide c@point,o | c: Auf der Kiste. Er hat von Ihnen erzählt.
split prop:cup | c: Tee?
shop.night mid o+smile | o: Was hat er denn erzählt?

shop.night mid c,o | c: Dass Sie beim Tanzen führen. | o: Das hat er verraten? | c: Er war stolz drauf.
shop.night close o+laugh | o: Einer musste ja wissen, wohin.
dark prop:clock | # TICK TACK
shop.night over c,o+smile | o: Sagen Sie mal. Bekommt man hier auch Walzer?

shopfront.night silhouette o | > Fünf Uhr. Frau Okonski kommt mit der Milch nach Hause.
street.night close o+smirk | o: Nur kurz.`,
    },
    {
      title: 'Pfand',
      script: `street.night.rain wide p@walk | > Herr Pawlak sammelt Flaschen. Früher sammelte er Punkte.
shop.night mid p,c | p: Vierzehn. | c: Fünfzehn. Da ist noch eine in der Tasche. | p: Die ist voll.
shop.night close p+sad | p: Die hebe ich auf.

tone prop:bottle | > Jahrgang 1989. Jemand hat auf das Etikett geschrieben.
shop.night mid c,p | c: Für wenn er zurückkommt. Wer? | p: Ich.
shop.night close c+shock | c: Sie sind doch da.

bridge.night wide p,c | p: Ich war Torwart. Zweite Liga. Dann bin ich weggegangen. | c: Wohin? | p: Nach innen.
bridge.night eyes p+sad
burst prop:shoe | # PLOCK

shop.night mid c,p | c: Die Jungs im Käfig haben keinen Torwart. | p: Ich bin einundsiebzig.
shop.night close c+smirk | c: Das Tor ist auch alt.
tone prop:bottle | > Er stellte die volle Flasche auf den Tresen.
shop.night close p | p: Die passt du mir so lange auf.

street wide k,p | > Sonntag. Der Käfig an der Ecke. | k: Opa, stehst du im Tor oder im Weg?
speed low p@reach | # ZACK
street mid p+laugh,k+shock | k: Alter! | p: Der da macht jetzt eine Flasche auf.`,
    },
    {
      title: 'Der Schlüssel',
      script: `shopfront.night wide j | > Drei Uhr. Jule hat sich ausgesperrt.
shop.night mid j,c | j: Hast du einen Schlüsseldienst? | c: Ich habe Chips.
shop.night close j+sad | j: Dann Chips.

shop.night wide j@sit,k,c | k: Ausgesperrt? | j: Er hat das Schloss gewechselt. | k: Oh. Dann ausgezogen.
split prop:key | > Hinter dem Tresen hängen vierzig Schlüssel.
shop.night close c | c: Die halbe Straße. Für den Fall.

shop.night mid j+shock,c | j: Du hast einen von mir? | c: Von der alten Wohnung. Hast du mir gegeben, 2019.
tone prop:key | c: Da wohnt jetzt Kofi.
shop.night close k+laugh | k: Ich habe ein Sofa!

street.night wide j,k | k: Du hast echt die Wand blau gestrichen? | j: Nachts. Betrunken. Ohne Leiter.
street.night close k+smile | k: Man sieht, wo du nicht mehr drangekommen bist.
split prop:lamp | > An der Ecke ging die Laterne an, obwohl es schon hell wurde.
street.night close j+laugh | j: Das war Absicht!

facade.night wide j,k | > Vierter Stock links. Es riecht noch nach ihrer Farbe.
room.night mid j,k | j: Du hast die Wand so gelassen. | k: Blau? Nie im Leben streich ich das über.
room.night close j+smile | # KLICK`,
    },
    {
      title: 'Stromausfall',
      script: `dark wide c | # KLACK
dark eyes c
street.night wide p,o | p: Alles aus. | o: Ganz Neukölln. | p: Sogar der Späti?

dark prop:match | # FFFT
shop.night silhouette c,k | c: Das Eis! | k: Wir müssen essen.
shop.night close c+angry | c: Nicht wir. Alle.

street.night wide k@run,j@run | k! Gratis Eis! | # TAP TAP TAP
shopfront.night mid o,p | o: Haben Sie Zitrone? | p: Frau Okonski, heute habe ich alles.
street.night close o+laugh | o: Dann eine Kugel von allem.

roof.night wide j,k | > Zum ersten Mal seit Jahren sieht man von der Sonnenallee aus Sterne.
roof.night back j | j: Die waren die ganze Zeit da?
space empty | # WOW

shopfront.night wide c | > Als das Licht wieder anging, sagten alle: Schade.`,
    },
    {
      title: 'Geschlossen',
      script: `street wide o,p | > Dienstag. Drei Uhr. Dunkel.
tone prop:note | > „Heute zu. Cem.“
street.night mid o+shock,p | o: Heute zu? Der hatte nicht mal Silvester zu.

street.night wide j,k,p | j: Ist er krank? | k: Er geht nicht ran. | p: Ich habe noch einen Schlüssel.
split prop:key | # KLICK
shop.night close k | k: Im Heft steht: Vater, Klinikum, Zimmer 8.

shop.night wide o,p,j | o: Und wer macht jetzt auf? | j: Wir? | p: Ich kann Pfand.
shop.night close j+smirk | j: Ich kann Chips.
shop.night mid o+smirk,p | o: Dann mache ich die Kasse. | p: Können Sie das? | o: Ich war vierzig Jahre Finanzamt.
burst prop:bell | # DING DONG

corridor wide c | > Das Klinikum hat kein Fenster zur Straße.
room.night mid c+sad | c~ Drei Uhr. Jetzt käme die Milch.
tone prop:mobile | # BRRR

shopfront.night silhouette o,k,j,p | > Ein Foto. Alle vier hinter dem Tresen.
room.night close c+smile | c: Papa, guck mal. Wir haben offen.
shop.night wide o@hips,p | o: Nur kurz Milch? | p: Setzen Sie sich erst mal.`,
    },
  ],
};
