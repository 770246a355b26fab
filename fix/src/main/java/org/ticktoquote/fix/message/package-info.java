/** Pieces of FIX messages as bytes, for whoever writes or cuts messages without an engine. */
@NullMarked
package org.ticktoquote.fix.message;

import org.jspecify.annotations.NullMarked;
