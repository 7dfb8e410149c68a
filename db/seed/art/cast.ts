export type Hair =
  | 'short'
  | 'bob'
  | 'long'
  | 'bun'
  | 'curls'
  | 'spikes'
  | 'tail'
  | 'bald'
  | 'side'
  | 'plaits';
export type Hat = 'fedora' | 'cap' | 'beanie' | 'swim' | 'crown' | 'hood' | 'sailor' | 'bowler' | 'headscarf';
export type Kind = 'human' | 'bear' | 'cat' | 'astronaut' | 'moth' | 'shade' | 'robot' | 'fox' | 'owl';
export type Mood = 'calm' | 'smile' | 'laugh' | 'sad' | 'angry' | 'shock' | 'closed' | 'smirk';
export type Pose =
  | 'stand'
  | 'walk'
  | 'run'
  | 'sit'
  | 'point'
  | 'raise'
  | 'fold'
  | 'think'
  | 'hold'
  | 'wave'
  | 'hips'
  | 'reach'
  | 'swim'
  | 'carry';
export type Garment = 'shirt' | 'coat' | 'dress' | 'hoodie' | 'suit' | 'bare' | 'apron';
export type Extra =
  | 'glasses'
  | 'beard'
  | 'moustache'
  | 'scarf'
  | 'freckles'
  | 'earring'
  | 'goggles'
  | 'patch';

export type Look = {
  kind?: Kind;
  skin: string;
  hair?: Hair;
  hairColor?: string;
  hat?: Hat;
  hatColor?: string;
  garment?: Garment;
  top: string;
  bottom?: string;
  build?: 'slim' | 'wide' | 'child';
  extras?: readonly Extra[];
  umbrella?: string;
};

export type Cast = Readonly<Record<string, Look>>;
export type Sight = { mood: Mood; pose: Pose; turn: number; back?: boolean; bare?: boolean };
