/** The names that commands read in the files of a site. Commands import only rules of the inspector from the widget. */
export {
  appIdOfMemberstack1,
  attributeRows,
  attributes,
  installAttributes,
  MEMBERSTACK_1_APP,
  memberstack1,
} from '../../attributes'
