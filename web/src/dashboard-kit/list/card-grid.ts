/** As many columns of cards as fit beside the sidebar, whatever the width of the window. */
export const cardGridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 md:gap-6';
