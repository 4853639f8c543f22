/** The areas around the chosen state that are looked at. The one that the first load needs is among the facts: `doorstep`. */
export { stateBoxes } from '@site/state/chosen/details';
