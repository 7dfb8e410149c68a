export const coverSizes = '(width >= 60rem) 23rem, (width >= 40rem) 17rem, 100vw';
