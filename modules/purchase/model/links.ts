/** Links from a line of a purchase to the line of the movement that brings its goods. */
export const receiveLink = 'receive';
/** Links from a line of a demand to the line of the order or purchase that was made of it. */
export const demandLink = 'demand';
