/** Every noun of the module, one line each. */
export {};
