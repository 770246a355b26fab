/** FIX messages as bytes: framing, reading fields in place, and encoding. */
@NullMarked
package org.ticktoquote.fix.message;

import org.jspecify.annotations.NullMarked;
