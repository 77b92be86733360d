/** Links from a line of a purchase to the line of the movement that brings its goods. */
export const receiveLink = 'receive';
/** Links from a line of a demand to the line of the order or purchase that was made of it. */
export const demandLink = 'demand';
/** Links from a receipt to the payment that somebody asked for to pay it. */
export const payLink = 'pay';
/** Links from a line of a receipt to the line of the supplier's invoice that it was matched with. */
export const matchLink = 'match';
