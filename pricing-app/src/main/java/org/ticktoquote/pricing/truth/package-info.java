/** Journals of the application's decision on each tick and the fate of each quote, the reference for the analysis. */
@NullMarked
package org.ticktoquote.pricing.truth;

import org.jspecify.annotations.NullMarked;
