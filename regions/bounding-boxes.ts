/** The areas around the chosen state. The area needed by the first load is among the facts: `doorstep`. */
export { stateBoxes } from '@site/regions/chosen/details';
