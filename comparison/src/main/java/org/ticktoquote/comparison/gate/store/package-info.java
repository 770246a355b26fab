/** Storage of gates: the runs they used, accepted runs by fingerprint, and ledgers. */
@NullMarked
package org.ticktoquote.comparison.gate.store;

import org.jspecify.annotations.NullMarked;
