/** From a tick to the price of every client tier, and the decision whether it calls for a quote. */
@NullMarked
package org.ticktoquote.pricing.price;

import org.jspecify.annotations.NullMarked;
