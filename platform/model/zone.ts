/** The zone in which a tenant keeps its books: its days begin and end there, wherever the server and the reader are. */
export const defaultZone = 'Asia/Shanghai';

/** The same zone beside a clock time that was written without one; it has no summer time. */
export const defaultOffset = '+08:00';
