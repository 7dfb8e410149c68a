import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import css from './CropArea.module.css';
import { type Size, type Square, wholeSquare, ZOOM, zoomed, zoomSteps } from './crop.ts';

/** A square over the picture, moved by pointer or arrow keys. Wheel, pinch, slider, + and - resize it. */
export type CropAreaProps = {
  source: string;
  /** The square is in pixels of the shown picture. `shown` is that picture's size. */
  onChange: (square: Square, shown: Size) => void;
  round?: boolean;
};

export function CropArea({ source, onChange, round = true }: CropAreaProps) {
  const t = useTranslations('profile');
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const natural = useRef({ width: 1, height: 1 });

  const stage = useRef<HTMLDivElement>(null);

  /** The library handles arrow keys on its focused element. We listen on the wrapper for zoom keys. */
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
          // The content security policy forbids inline style sheets. Our own CSS has these styles.
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
