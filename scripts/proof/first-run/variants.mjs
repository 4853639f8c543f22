export const variants = () => [];
