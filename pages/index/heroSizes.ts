export const heroSizes = '(width >= 60rem) 29rem, (width >= 40rem) 19rem, 100vw';
