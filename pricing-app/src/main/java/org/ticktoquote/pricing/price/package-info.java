/** Pricing, from a tick to the price of every tier, and the decision whether the tick is due. */
@NullMarked
package org.ticktoquote.pricing.price;

import org.jspecify.annotations.NullMarked;
