/** As many columns of cards as fit: the room beside the sidebar is not the window's. */
export const cardGridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 md:gap-6';
