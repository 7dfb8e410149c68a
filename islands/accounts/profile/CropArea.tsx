import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import css from './CropArea.module.css';
import { type Size, type Square, wholeSquare, ZOOM, zoomed, zoomSteps } from './crop.ts';

/** A square over the picture: moved by pointer or arrow keys, larger and smaller by wheel, pinch, slider, + and -. */
export type CropAreaProps = {
  source: string;
  /** In pixels of the picture shown, whose size is told beside it. */
  onChange: (square: Square, shown: Size) => void;
  /** Faces are shown round, covers are not. */
  round?: boolean;
};

export function CropArea({ source, onChange, round = true }: CropAreaProps) {
  const t = useTranslations('profile');
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const natural = useRef({ width: 1, height: 1 });

  const stage = useRef<HTMLDivElement>(null);

  /** The library knows the arrow keys; what it draws inside has the focus, so the others are heard from around it. */
  useEffect(() => {
    const around = stage.current;
    const keyed = (event: KeyboardEvent) => {
      const steps = zoomSteps(event.key);
      if (steps === 0 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setZoom((now) => zoomed(now, steps));
    };
    around?.addEventListener('keydown', keyed);
    return () => around?.removeEventListener('keydown', keyed);
  }, []);

  return (
    <div className={css.area}>
      <div className={css.stage} ref={stage}>
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          minZoom={ZOOM.least}
          maxZoom={ZOOM.most}
          aspect={1}
          objectFit="cover"
          cropShape={round ? 'round' : 'rect'}
          showGrid={false}
          keyboardStep={8}
          // The policy has no room for inline style sheets; what it needs stands in our own.
          disableAutomaticStylesInjection
          classes={{
            containerClassName: css.container,
            mediaClassName: css.media,
            cropAreaClassName: classes(css.crop, round && css.round),
          }}
          cropperProps={{ role: 'group', 'aria-label': t('cropArea'), 'aria-describedby': id }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => {
            natural.current = { width: naturalWidth, height: naturalHeight };
          }}
          onCropAreaChange={(_, area) => onChange(wholeSquare(area, natural.current), natural.current)}
        />
      </div>
      <label className={css.zoom}>
        {t('zoom')}
        <input
          type="range"
          min={ZOOM.least}
          max={ZOOM.most}
          step={ZOOM.step}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
      <p className={css.hint} id={id}>
        {t('cropHint')}
      </p>
    </div>
  );
}
