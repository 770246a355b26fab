/** Pieces of FIX messages as bytes, for whoever writes or cuts messages without an engine. */
@NullMarked
package org.ticktoquote.core.fix;

import org.jspecify.annotations.NullMarked;
