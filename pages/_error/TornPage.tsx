export function TornPage({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="20 0 430 480" aria-hidden="true">
      <path
        d="M40 20h150l-14 46 22 40-30 52 26 44-34 50 30 46-24 48 18 46-20 48H40z"
        fill="var(--sunken)"
        stroke="var(--ink)"
        strokeWidth="6"
      />
      <path
        d="M70 60h84M70 60v120h72M70 180v0M70 210h76v90H70zM70 330h70v80H70z"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="5"
      />
      <g transform="rotate(14 300 230) translate(24 16)">
        <path
          d="M212 20h150v420H186l20-48-18-46 24-48-30-46 34-50-26-44 30-52-22-40z"
          fill="var(--raised)"
          stroke="var(--ink)"
          strokeWidth="6"
        />
        <path d="M240 60h92v110h-80zM246 204h86v90h-84z" fill="none" stroke="var(--ink)" strokeWidth="5" />
        <path
          transform="translate(232 306) scale(3.3)"
          fill="var(--seal)"
          d="M2.6 12.2C8.2 9 14.6 6.4 20 6.6C26.4 6.9 30.2 10.9 29.6 16.4C28.9 22.7 22 27.4 12.2 28.4C11.3 28.5 11 27.5 11.9 27.2C19 25 24.2 21.4 24.6 16.6C24.9 13.1 22.6 11.2 19 11.2C14.6 11.2 9 13.8 5 16.2C3.8 16.9 2.6 16.4 2.1 15.2C1.7 14.1 1.7 12.8 2.6 12.2Z"
        />
      </g>
    </svg>
  );
}
