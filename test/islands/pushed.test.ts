import t from 'tap';

type Shown = { title: string; tag: string; data: string; body: string; closed: boolean };

t.test(
  'NOT-03 what is pushed is shown, leads to our own pages alone, and goes when it was read',
  async (t) => {
    const shown: Shown[] = [];
    const opened: string[] = [];
    const focused: string[] = [];
    const windows = [
      { url: 'https://tsuzuki.test/notifications?open=b', focus: async () => focused.push('b') },
    ];
    const badges: number[] = [];
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => void badges.push(count),
      configurable: true,
    });
    t.teardown(() => Reflect.deleteProperty(navigator, 'setAppBadge'));
    const kept = new Map<string, Response>();
    const cache = {
      match: async (key: string) => kept.get(key)?.clone(),
      put: async (key: string, reply: Response) => void kept.set(key, reply),
    };
    const world = {
      caches: { open: async () => cache },
      location: { origin: 'https://tsuzuki.test' },
      registration: {
        showNotification: async (title: string, { tag, data, body }: Shown) =>
          void shown.push({ title, tag, data, body, closed: false }),
        getNotifications: async () =>
          shown.filter(({ closed }) => !closed).map((one) => ({ ...one, close: () => (one.closed = true) })),
      },
      clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
    };
    Object.assign(globalThis, world);
    t.teardown(() => {
      for (const name of Object.keys(world)) Reflect.deleteProperty(globalThis, name);
    });
    const { closeAll, closeRead, openPush, setOwner, showPush } = await import(
      '../../islands/reading/offline/pushed.ts'
    );
    const push = (told: unknown) => showPush({ json: () => told });
    await push({
      id: 'a',
      title: 'Ash Street',
      body: 'Mika answered',
      url: '/notifications?open=a',
      unread: 3,
    });
    for (const url of ['https://example.org/', '//example.org', 'javascript:alert(1)', 7, null])
      await push({ id: 'x', title: 'Elsewhere', url });
    await showPush({
      json() {
        throw new SyntaxError('no JSON');
      },
    });
    await showPush(null);
    await push(null);
    t.match(shown[0], {
      title: 'Ash Street',
      body: 'Mika answered',
      tag: 'a',
      data: '/notifications?open=a',
    });
    for (const one of shown.slice(1)) t.equal(one.data, '/notifications');
    t.equal(shown.length, 9, 'something is shown of each');
    const press = (data: string) => openPush({ data, close() {} } as never);
    await press('/notifications?open=a');
    await press('/notifications?open=b');
    t.same([opened, focused], [['https://tsuzuki.test/notifications?open=a'], ['b']]);
    await closeRead(['a']);
    t.same(shown.map(({ closed }) => closed).indexOf(true), 0);
    t.equal(shown.filter(({ closed }) => closed).length, 1);
    t.same(badges, [], 'who has no app has no icon');
    await closeRead([], true);
    await push({ id: 'c', title: 'Ash Street', url: '/notifications?open=c', unread: 3 });
    t.same(badges, [3]);
    badges.length = 0;
    await closeAll();
    t.ok(shown.every(({ closed }) => closed));
    t.same(badges, [0]);
    await setOwner('mika');
    await setOwner(null);
    t.same(badges, [0, 0], 'an app stays one');
    Object.defineProperty(navigator, 'setAppBadge', {
      value: () => {
        throw new Error('forbidden');
      },
      configurable: true,
    });
    await closeAll();
  },
);
