/** As many columns as fit beside the sidebar at any window width. */
export const cardGridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 md:gap-6';
