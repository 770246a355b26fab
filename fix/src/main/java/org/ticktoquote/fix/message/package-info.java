/** FIX messages as bytes: framing, fields in place, and pieces to write messages from. */
@NullMarked
package org.ticktoquote.fix.message;

import org.jspecify.annotations.NullMarked;
