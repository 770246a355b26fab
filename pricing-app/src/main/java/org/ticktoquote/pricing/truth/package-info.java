/** What the application really did, tick by tick and quote by quote: the reference that the analysis is held against. */
@NullMarked
package org.ticktoquote.pricing.truth;

import org.jspecify.annotations.NullMarked;
