/** Record of what the application really did, per tick and quote: the reference for the analysis. */
@NullMarked
package org.ticktoquote.pricing.truth;

import org.jspecify.annotations.NullMarked;
