/** Prices as scaled integers. */
@NullMarked
package org.ticktoquote.core.price;

import org.jspecify.annotations.NullMarked;
