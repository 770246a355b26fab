/** Publishing, from a priced tick to a quote for every session: hold, conflation, faults, fan-out. */
@NullMarked
package org.ticktoquote.pricing.publish;

import org.jspecify.annotations.NullMarked;
