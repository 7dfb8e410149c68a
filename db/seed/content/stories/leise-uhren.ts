import { chapter } from '../prose.ts';
import type { StorySource } from '../types.ts';

export const leiseUhren: StorySource = {
  slug: 'das-haus-der-leisen-uhren',
  creator: 'ida',
  title: 'Das Haus der leisen Uhren',
  description:
    'Als Marlene die Werkstatt ihrer Tante erbt, hängen dort zweihundert Uhren, und keine einzige tickt. Dann zieht sie eine auf, und im ersten Stock deckt jemand den Tisch für 1962.',
  publicationType: 'novel',
  format: null,
  rating: 'all',
  genre: 'fantasy',
  language: 'de',
  tags: ['Uhrmacherin', 'Erbe', 'Zeit', 'Familie', 'Görlitz'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 3015, views: 24253, likes: 1106 },
  pace: { latestDaysAgo: 5, everyDays: 42, time: '08:30', pause: { after: 1, days: 91 } },
  parts: [
    {
      title: 'Zweihundert und keine',
      chapters: [
        chapter(
          'Zweihundert und keine',
          `In der Werkstatt meiner Tante hingen zweihundert Uhren, und es war so still, dass ich mich für meine Schuhe schämte. Ich blieb auf der Schwelle stehen, den Schlüssel vom Notar noch in der Hand, und wartete darauf, dass wenigstens eine von ihnen etwas sagte.

          Ich hatte Tante Agathe zuletzt mit neun Jahren gesehen. Sie war die Schwester meiner Großmutter, unverheiratet, sehr groß, und sie hatte mir damals in der Küche eine Taschenuhr ans Ohr gehalten und gefragt: „Was hörst du?“ Ich hatte „nichts“ gesagt. „Gut“, hatte sie geantwortet. „Dann geht sie richtig.“ Mehr war von ihr in unserer Familie nicht übrig geblieben als dieser Satz, über den an Weihnachten gelacht wurde.

          Und jetzt gehörte mir ihr Haus. Es stand in Görlitz, in einer Gasse hinter dem Untermarkt, drei Fenster breit und vier Stockwerke hoch, und lehnte sich mit der linken Schulter an das Nachbarhaus wie jemand, der im Stehen eingeschlafen ist. Der Notar hatte mir beim Unterschreiben nicht in die Augen gesehen. „Fräulein Seidel hat ausdrücklich gewünscht, dass nichts aufgezogen wird“, hatte er vorgelesen, und dann, als stünde es da wirklich, noch einmal: „Nichts.“

          Ich bin Buchhalterin. Ich sage das nicht, um mich kleinzumachen, sondern damit man versteht, was ich als Erstes tat: Ich machte eine Liste. Ich fing links neben der Tür an und ging im Uhrzeigersinn, es bot sich ja an. Standuhren, neun. Wanduhren mit Pendel, einundsechzig. Kuckucksuhren, vier, die Türchen mit Faden zugebunden. Taschenuhren in Schubladen, auf grünem Filz, jede mit einem Zettelchen am Bügel. Auf den Zettelchen standen keine Preise. Es standen Tage darauf.

          *11. Mai 1938, nachmittags. 2. Februar 1947, die ganze Nacht. 19. August 1962, Mittagessen.*

          Ich dachte zuerst, es seien die Daten der Reparaturen. Aber niemand bringt eine Uhr zum Mittagessen. Und dann fiel mir noch etwas auf, und ich ging noch einmal herum, von links neben der Tür an, weil ich es nicht glauben wollte: Alle zweihundert Uhren zeigten verschiedene Zeiten, so wie es sein muss, wenn sie irgendwann von selbst stehen geblieben sind. Aber sie waren nicht stehen geblieben. Wenn ich das Ohr ganz nahe an ein Gehäuse hielt, so nahe, dass meine Wange das Holz berührte, dann war da etwas. Kein Ticken. Eher das, was vor einem Ticken kommt. So, wie man bei einem Menschen, der den Atem anhält, hört, dass er da ist.

          Gegen Abend wurde es kalt. Ich fand die Küche im ersten Stock, einen Herd, eine Dose mit Tee, zwei Tassen. Am Fenster stand ein Stuhl mit einem Kissen, das in der Mitte noch eingedrückt war, und ich setzte mich lieber auf den anderen. Von unten kam kein Laut herauf. Ich habe mein Leben lang in Häusern mit Uhren gewohnt, die gingen, und ich hatte nicht gewusst, wie sehr man sich an sie lehnt.

          Es wird gegen neun gewesen sein, als ich wieder hinunterging. Ich wollte nur das Licht ausmachen. Auf der Werkbank, unter der Lampe, lag auf einem Tuch eine einzelne Taschenuhr, und ich hätte schwören können, dass ich sie nicht auf der Liste hatte. Sie war aus Silber, ein bisschen zerkratzt, und auf ihrem Zettel stand: *19. August 1962, Mittagessen.* Daneben lag der Schlüssel, ein winziges Ding, nicht länger als ein Fingernagel.

          Man muss sich das so vorstellen: Ich bin ein Mensch, der Gebrauchsanweisungen liest. Ich gehe nicht bei Rot. Der Satz „dass nichts aufgezogen wird“ war so deutlich, wie ein Satz nur sein kann. Ich hob die Uhr auf, weil sie zu nahe am Rand lag. Ich drehte sie um, weil ich sehen wollte, ob hinten etwas eingraviert war. Dort stand: *Für Marlene, wenn sie endlich etwas hört.*

          Ich heiße Marlene.

          Der Schlüssel ließ sich drehen, als hätte er den ganzen Tag darauf gewartet. Einmal, zweimal, dreimal; es fühlte sich an, als ziehe man sehr vorsichtig an einem Faden, an dessen anderem Ende jemand ist. Dann ließ ich los. Die Uhr in meiner Hand tat einen Schlag. Er war nicht laut.

          Über mir, in der Küche, in der niemand war, wurde ein Stuhl gerückt. Eine Besteckschublade ging auf. Und eine Frauenstimme, jung und ungeduldig und mir von keinem Tonband der Welt bekannt, rief durchs Treppenhaus: „Händewaschen! Es gibt Klöße!“`,
        ),
      ],
    },
    {
      title: 'Klöße für fünf',
      chapters: [
        chapter(
          'Klöße für fünf',
          `Es ist ein Unterschied, ob man an Gespenster nicht glaubt oder ob man sie um halb zehn abends Teller zählen hört. Ich stand am Fuß der Treppe und hielt mich am Geländer fest. In meiner Faust schlug die Uhr, ruhig und ohne jeden Vorwurf.

          Ich will ehrlich sein: Ich ging nicht aus Mut hinauf. Ich ging hinauf, weil es nach brauner Butter roch. Seit meine Großmutter tot ist, hat es nirgends mehr so gerochen, ich habe es mit allen Sorten versucht. Und während ich noch dachte, dass das ja nicht sein könne, waren meine Füße schon auf dem Treppenabsatz.

          Die Küche war hell. Nicht vom elektrischen Licht; draußen vor dem Fenster, wo eben noch Novembernacht gewesen war, stand ein Mittag im August. Man sah ihn über die Dächer kommen, weiß und staubig, und auf dem Fensterbrett lagen Aprikosen. Am Herd stand eine große junge Frau mit hochgekrempelten Ärmeln. Sie drehte sich nicht um.

          „Fünf Teller“, sagte sie. „Die Tiefen. Und mach die Tür zu, sonst zieht die Zeit.“

          Ich machte die Tür zu. Ich nahm fünf tiefe Teller vom Bord, sie waren schwer und hatten einen blauen Rand. Es waren dieselben, von denen ich am Nachmittag zwei mit einem Sprung in der Liste vermerkt hatte. Diese hier hatten keinen Sprung.

          „Tante Agathe?“, fragte ich.

          „Na, wer denn sonst.“ Jetzt sah sie mich an, den Kochlöffel in der Hand, und ich erkannte die Nase. Sie war jünger als ich. Das brachte mich mehr durcheinander als alles andere. „Du hast dir Zeit gelassen“, sagte sie. „Ich hatte dich für fünfundneunzig eingeplant, spätestens.“

          „Da war ich neun.“

          „Eben. Mit neun hat man noch gute Ohren.“ Sie hob einen Kloß aus dem Wasser und besah ihn von allen Seiten. „Wie alt bist du jetzt? Sag’s nicht. Setz dich. Die anderen kommen gleich, und es bleibt nicht lange warm. Neununddreißig Minuten, mehr habe ich von dem Tag nicht hineinbekommen.“

          Dann kamen sie. Man hörte sie auf der Treppe, das Poltern, das Lachen, jemand nahm zwei Stufen auf einmal. Mein Großvater, den ich nur vom Foto kannte, duckte sich unter dem Türsturz durch, aus Gewohnheit und ohne hinzusehen. Ein kleiner Junge mit aufgeschlagenem Knie, der mein Onkel Rolf sein musste. Und hinter ihm, in einem gelben Kleid, ein Kind auf der Hüfte, sehr schön und sehr erschöpft, meine Großmutter.

          Ich habe auf diesem Stuhl gesessen und mich nicht gerührt. Sie grüßten mich, wie man jemanden grüßt, der eben dazugehört; der Großvater reichte mir das Salz. Sie redeten über den Aprikosenpreis. Sie redeten über einen gewissen Herrn Pietsch von der Hausverwaltung, der offenbar ein Esel war. Das Kind auf dem Schoß meiner Großmutter schlug mit dem Löffel in die Soße, immer wieder, mit einer wilden Freude, und erst nach einer Weile begriff ich, wen ich da vor mir hatte. Es war meine Mutter. Sie war ein Jahr alt. Es war das letzte Mal, dass alle fünf an einem Tisch saßen; im Herbst ging der Großvater nach Rostock auf die Werft, und das Weitere wird bei uns nicht erzählt.

          Sie wussten es nicht. Das war das Schreckliche, und es war zugleich das Schöne: An diesem Tisch wusste es keiner. Es gab Klöße.

          Nur Agathe wusste es. Sie aß nicht. Sie stand an den Herd gelehnt und schaute zu, so wie jemand zuschaut, der das alles schon oft gesehen hat und nie oft genug. In ihrer Schürzentasche zeichnete sich etwas Rundes ab.

          „So macht man das also“, sagte ich leise zu ihr. „Du hast es aufgehoben.“

          „Aufgehoben ist das richtige Wort. Manche legen Gurken ein.“ Sie lächelte nicht. „Eine Uhr, die tickt, Marlene, die gibt her, was sie hat. Schlag um Schlag, bis nichts mehr da ist. Ich habe sie so gebaut, dass sie den Atem anhalten. Das ist eigentlich das ganze Geheimnis. Man muss nur im rechten Moment die Hand drauflegen.“

          Die Sonne war auf der Tischplatte ein Stück gewandert, gerade bis an den Rand meines Tellers. Ich sah auf die Uhr in meiner Hand. Sieben Minuten noch. „Und wenn sie abgelaufen ist?“, fragte ich. „Kann man sie wieder aufziehen?“

          Da stellte Agathe den Topf beiseite, wischte sich die Hände ab, und zum ersten Mal an diesem Mittag sah sie so alt aus, wie sie geworden war. „Einmal habe ich’s dir schon gesagt“, meinte sie, „aber du hast ja auf die Klöße geachtet. Jede geht nur ein einziges Mal. Warum, glaubst du, hängen da unten zweihundert?“`,
        ),
      ],
    },
    {
      title: 'Die Hand darauf',
      chapters: [
        chapter(
          'Die Hand darauf',
          `Sieben Minuten sind lang, wenn man auf einen Zug wartet, und kurz, wenn einem die eigene Großmutter gegenübersitzt und Soße vom Ärmel tupft. Ich habe versucht, alles auf einmal anzusehen. Das ist ein Fehler, man sieht dann nichts. Also sah ich mir ihre Hände an. Sie hatte am linken Zeigefinger ein Pflaster, und ich werde nie erfahren, wovon.

          „Darf ich sie etwas fragen?“, flüsterte ich.

          „Fragen darfst du“, sagte Agathe. „Nur nichts sagen. Wenn du ihnen etwas sagst, wissen sie es, und dann ist es ein anderer Mittag. Dann hätte ich ihn nicht aufgehoben, dann hätte ich ihn verbraucht.“

          Also fragte ich meine Großmutter, wie sie die Butter mache.

          Sie lachte. „Man muss sie vergessen“, sagte sie, „aber nicht zu lange. Wenn sie nach Nüssen riecht, dreht man sich um und tut so, als wäre nichts.“ Sie sah mich dabei freundlich an, ein wenig fragend, so wie man eine Fremde im Zug ansieht, die einem bekannt vorkommt. „Sie haben dieselbe Nase wie unsere Agathe“, sagte sie. „Das ist hoffentlich keine Beleidigung.“

          Das Kind auf ihrem Schoß hielt mit dem Löffel inne und schaute mich ebenfalls an. Meine Mutter hat sehr helle Augen. Wir telefonieren sonntags, zehn Minuten, meistens über das Wetter. Ich streckte den Finger aus, und sie griff danach, mit der ganzen Faust, und hielt ihn fest.

          Dann ging die Sonne vom Tisch.

          Es geschah ohne jedes Geräusch. Zuerst wurden die Stimmen leiser, als gingen sie in ein anderes Zimmer hinüber. Dann sah ich durch den Ärmel meines Großvaters hindurch den Fenstergriff. Der Druck um meinen Finger blieb am längsten. Als auch er fort war, saß ich in einer kalten Küche in Görlitz an einem leeren Tisch, es war vier Minuten nach zehn, und die Uhr in meiner Hand war einfach nur eine Uhr.

          Es roch noch nach Nüssen.

          In dieser Nacht schlief ich nicht. Ich ging durch die Werkstatt und las die Zettel. Ich las sie alle, von links neben der Tür an. *Erster Schnee, mit Rolf. Streit mit Elsbeth, aber der gute Teil. Der Abend, an dem der Strom ausfiel. Niemand da, Regen, Zufriedenheit.* Sie hatte keine großen Tage gesammelt. Es gab keine Hochzeit, kein Kriegsende, kein Begräbnis. Es waren alles Stunden, von denen man nachher gesagt hätte, es sei nichts gewesen.

          Und ich begriff, warum der Notar mir nicht in die Augen gesehen hatte. Auf einem Regal ganz hinten, hinter dem Vorhang, standen achtzehn Schachteln mit Namen darauf. Eine davon war seine. Sie war leer, der Filz noch eingedrückt. Er hatte seine Stunde schon gehabt.

          Die halbe Gasse stand auf diesem Regal. Leute hatten ihr etwas gebracht, und sie hatte es ihnen aufgehoben, bis sie es brauchen würden. Manche Schachteln waren sehr alt. Auf einer stand: *Frau Wieczorek, Nr. 7, wenn sie nicht mehr weiterweiß.*

          Am Morgen rief ich im Büro an und sagte, ich käme am Montag nicht. Auch am Dienstag nicht. Dann zog ich meinen Mantel an, nahm die Schachtel und klingelte bei Nummer 7. Es dauerte lange, bis jemand kam. Die Frau, die öffnete, war grau im Gesicht, und im Flur hinter ihr hing ein Herrenmantel, den wohl seit Wochen keiner mehr angefasst hatte.

          „Ich bin die Nichte von Fräulein Seidel“, sagte ich. „Sie haben bei ihr etwas abgegeben.“

          Frau Wieczorek sah die Schachtel an. Ihre Hand ging zum Mund. „Das ist fast dreißig Jahre her“, sagte sie. „Ein Dienstag. Wir haben die Küche gestrichen, und er hat die ganze Zeit falsch gesungen. Ich hatte gar nicht mehr …“ Sie sprach nicht weiter.

          „Man zieht sie dreimal auf“, sagte ich. „Und man macht am besten die Tür zu.“

          Ich wartete nicht auf Dank. Als ich wieder auf der Straße stand, hörte ich durch das gekippte Fenster im ersten Stock eine Männerstimme, die falsch sang, sehr falsch und sehr vergnügt, und eine Frau, die lachte, bis sie husten musste. Ich blieb stehen, bis es vorbei war. Es waren zweiundfünfzig Minuten. Sie hatte gut gearbeitet, meine Tante.

          Am Nachmittag räumte ich die Werkbank auf. In der untersten Schublade fand ich ihr Werkzeug, nach Größe geordnet, und darunter ein Heft mit dem Titel: *Wie man die Hand darauflegt.* Ich machte mir Tee. Ich setzte mich auf den Stuhl am Fenster, in die Kuhle im Kissen, die mir erstaunlich gut passte. Dann rief ich, obwohl nicht Sonntag war, meine Mutter an.

          „Ist etwas passiert?“, fragte sie.

          „Nein“, sagte ich. „Es ist gar nichts. Erzähl mir vom Wetter.“ Und während sie erzählte, von einem Regen, der sich nicht entscheiden konnte, nahm ich eine leere Uhr vom Haken, öffnete ihr das Gehäuse und legte ganz leicht, so wie es im Heft stand, die Hand darauf.`,
        ),
      ],
    },
  ],
};
